"""A fixture that stands in for the network: it has the fix and the published answers, on the loopback of the fork alone.

usage: fixture-server.py FOLDER

FOLDER/routes.json maps paths to files of FOLDER, which are read once, at the start. Two ports: one is the hosts that have the
answers, the other a proxy through which the agent may ask mirror.test and nothing else; the mirror fetches for those who ask.
Every request is written to FOLDER/requests.log before it is answered. Prints the variables that tell an agent of the ports once
both listen, and goes on in the background.
"""
import http.server
import json
import os
import sys
import threading
import urllib.parse

folder = sys.argv[1]
with open(f'{folder}/routes.json', encoding='utf-8') as routes_file:
    routes = {path: open(f'{folder}/{name}', 'rb').read() for path, name in json.load(routes_file).items()}
log = os.open(f'{folder}/requests.log', os.O_WRONLY | os.O_APPEND)


def through_proxy(target):
    """(path that the mirror is made to fetch, or None; answer of the mirror itself, or None)."""
    url = urllib.parse.urlsplit(target)
    if url.hostname != 'mirror.test':
        return None, None
    if url.path == '/status':
        return None, b'ok\n'
    asked = urllib.parse.parse_qs(url.query).get('url', [''])[0]
    return urllib.parse.urlsplit(asked).path if url.path == '/fetch' else None, None


class Handler(http.server.BaseHTTPRequestHandler):
    timeout = 10

    def do_GET(self):
        is_proxy = self.server is proxy
        path, answer = through_proxy(self.path) if is_proxy else (self.path, None)
        permitted = answer is not None
        if answer is None and path is not None:
            answer = routes.get(urllib.parse.unquote(path))
        status = 200 if answer is not None else 403 if is_proxy else 404
        line = {'port': 'proxy' if is_proxy else 'direct', 'request': self.path[:300], 'status': status, 'permitted': permitted}
        os.write(log, (json.dumps(line) + '\n').encode('ascii'))
        self.send_response(status)
        self.send_header('Content-Length', str(len(answer or b'')))
        self.end_headers()
        self.wfile.write(answer or b'')

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def server_bind(self):
        # The stock one looks its own name up, which a fork without a resolver waits for.
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = self.server_address


direct, proxy = Server(('127.0.0.1', 0), Handler), Server(('127.0.0.1', 0), Handler)
print(f'POLYGRAPH_NETWORK=http://127.0.0.1:{direct.server_port}', f'POLYGRAPH_PROXY=http://127.0.0.1:{proxy.server_port}', sep='\n', flush=True)
if os.fork():
    os._exit(0)
os.setsid()
nothing = os.open('/dev/null', os.O_RDWR)
for stream in range(3):
    os.dup2(nothing, stream)
threading.Thread(target=direct.serve_forever, daemon=True).start()
proxy.serve_forever()
