import sys

import server

sys.exit(server.main(sys.argv[1:]))
