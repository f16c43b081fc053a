"""States: what forks start from and what they leave. A part of the server."""
import json
import os
import shutil

import kernel
import mounts


class Snapshot:
    """A state. Its files stay while it or anything made from it is in use, whichever is discarded first."""

    def __init__(self, base, layers, policy, base_digest, directory, group, below):
        self.base, self.layers, self.policy, self.digest, self.base_digest = base, layers, policy, None, base_digest
        self.directory, self.group, self.below, self.users = directory, group, below, 1

    def plain(self):
        """What a job needs to know of it."""
        return {'base_digest': self.base_digest, 'layers': self.layers, 'mount': self.base.mount, 'lower': self.base.lower, 'policy': self.policy}


class States:
    def on_base(self, request):
        base = mounts.Base(str(len(self.bases)), request['root'], request['binds'], self)
        self.bases[request['name']] = base
        self.answer(request, mapped=base.mapped)

    def on_prepare(self, request):
        policy, base = request['policy'], self.bases[request['base']]
        if policy['writable'] != 'root':
            roots = tuple(f'{path}/' for path in mounts.writable_directories(policy))
            for file in request['files']:
                if not file['path'].startswith(roots):
                    raise ValueError(f'{file["path"]} lies in no writable directory, so no fork would have it: Read-only file system')
        directory = f'{self.home}/s/{request["snapshot"]}'
        os.mkdir(directory)
        owners = self.owners(policy)
        # The workspace comes last, since it may lie in one of the others.
        for path, who, mode in (('/tmp', 'root', 0o1777), ('/var/tmp', 'root', 0o1777), (policy['home'], 'agent', 0o755), (policy['workspace'], 'agent', 0o755)):
            self.make_directory(directory, path, owners, who, mode)
        snapshot = Snapshot(base, [directory], policy, request['baseDigest'], directory, None, None)

        def digested(answer):
            snapshot.digest = json.loads(answer)
            self.snapshots[request['snapshot']] = snapshot
            self.answer(request, digest=snapshot.digest)
        self.job(request, 'prepare', (snapshot.plain(), directory, request['files'], owners, request.get('time'), request.get('digest')), then=digested, failed=lambda: self.leave(snapshot))

    def make_directory(self, root, path, owners, who, mode):
        current = root
        parts = path.strip('/').split('/')
        for place, part in enumerate(parts):
            current = f'{current}/{part}'
            if not os.path.isdir(current):
                os.mkdir(current)
                last = place == len(parts) - 1
                os.chmod(current, mode if last else 0o755)
                owner = owners[who if last else 'root']
                os.chown(current, owner, owner)

    def on_changes(self, request):
        snapshot = self.snapshots[request['snapshot']]
        self.job(request, 'changes', (snapshot.plain(), request['bounds']), ended=self.use(snapshot))

    def on_read(self, request):
        snapshot = self.snapshots[request['snapshot']]
        self.job(request, 'read', (snapshot.plain(), request['paths'], request['bounds']), ended=self.use(snapshot))

    def on_discard_snapshot(self, request):
        snapshot = self.snapshots.pop(request['snapshot'], None)
        if snapshot:
            self.leave(snapshot)
        self.answer(request)

    def use(self, snapshot):
        """Keeps a state's files; the answer is called when they are no longer needed."""
        snapshot.users += 1
        return lambda: self.leave(snapshot)

    def leave(self, snapshot):
        while snapshot:
            snapshot.users -= 1
            if snapshot.users:
                return
            self.release(snapshot.directory, snapshot.group, snapshot.policy)
            snapshot = snapshot.below

    def release(self, directory, group, policy):
        try:
            kernel.unmount(directory)
        except OSError:
            pass  # a prepared state is no mount of its own
        shutil.rmtree(directory, ignore_errors=True)
        # A group may still hold what outlived its fork.
        if policy['ownProcesses']:
            self.groups.put(group)
