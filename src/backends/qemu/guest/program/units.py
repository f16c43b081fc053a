"""Commands of a fork in units of systemd: an agent's in one, its grader's in another that starts when the first is gone.

The fork is laid out as ever, and stays what `put`, `get` and `seal` work on. A unit holds namespaces and a control group on the same
root, and a command joins those in place of the fork's own.
"""
import os
import selectors
import stat

import cgroups
import files
import jobs
import kernel
import messages

ROLES = {'agent': 'agent', 'verifier': 'grader'}
OVER = 'the fork ended, or its grader was started, before this command began'


class World:
    """Where the commands of one unit run: as a fork is to command.order()."""

    def __init__(self, fork, group, mounts, network):
        self.group, self.opened = group, (mounts, network)
        self.namespaces = {**fork.namespaces, 'mnt': mounts, 'net': network, 'cgroup': group.view}

    def kill(self):
        try:
            with open(f'{self.group.directories["memory"]}/cgroup.kill', 'w') as handle:
                handle.write('1')
        except OSError:
            pass  # it is gone

    def close(self):
        self.group.close()
        for fd in self.opened:
            os.close(fd)


class ForkUnits:
    """`ended` are worlds that a command under way may still ask for its group. `waiting` holds, per unit that is about to start, what to do then: called with why it did not, or None."""

    def __init__(self, asked):
        self.asked, self.worlds, self.ended, self.waiting, self.graded = asked, {}, [], {}, False


class Keeper:
    """The server's side: asks are answered in their order."""

    def __init__(self, server, channel):
        self.channel, self.asked = channel, []
        server.selector.register(channel, selectors.EVENT_READ, self.on_answer)

    def ask(self, name, arguments, fds, then):
        """`then(because, descriptors)`, the first None where all went well."""
        self.asked.append(then)
        messages.send(self.channel, (name, arguments), fds)

    def on_answer(self, _):
        answer, fds = messages.receive(self.channel)
        if answer is None:
            os.write(2, b'units: their keeper ended\n')
            os._exit(1)
        self.asked.pop(0)(answer[0], fds)


class Units:
    def on_fork(self, request):
        if request.get('units') and self.units:
            raise ValueError('units of another fork stand in this machine, and they have one root')
        super().on_fork(request)
        if request.get('units'):
            self.units[request['fork']] = ForkUnits(request['units'])

    def on_exec(self, request):
        units = self.units.get(request['fork'])
        if units is None:
            return super().on_exec(request)
        fork, role = self.forks[request['fork']], ROLES[request['user']]

        def ready(because):
            if because is None and self.is_over(fork):
                because = OVER
            if because is not None:
                return self.answer(request, error=because)
            try:
                super(Units, self).on_exec(request)
            except Exception as error:
                self.answer(request, error=f'{type(error).__name__}: {error}')
        self.in_unit(fork, units, role, ready)

    def world(self, fork, user):
        units = self.units.get(fork.name)
        return units.worlds[ROLES[user]] if units else super().world(fork, user)

    def in_unit(self, fork, units, role, ready):
        """Calls `ready` when the unit of a role stands, with None, or with why it does not."""
        if role == 'agent' and units.graded:
            return ready("the agent's unit is gone: its grader was started")
        if role in units.worlds:
            return ready(None)
        if role in units.waiting:
            return units.waiting[role].append(ready)
        units.waiting[role] = [ready]
        if role == 'agent':
            return self.begin(fork, units, role)
        units.graded = True
        if 'agent' in units.waiting or 'agent' in units.worlds:
            return self.keeper.ask('stop', (units.asked['agent']['name'],), [], lambda because, _: self.copy(fork, units, because))
        self.copy(fork, units, None)

    def copy(self, fork, units, because):
        """When the agent's unit is gone: copies what is declared, and then starts the grader's."""
        if because is not None or self.is_over(fork):
            return self.told(units, 'grader', because or OVER)
        if 'agent' in units.worlds:
            units.ended.append(units.worlds.pop('agent'))
        policy, grade = fork.snapshot.policy, units.asked['grade']
        fork.putting += 1

        def copied(because, _):
            fork.putting -= 1
            self.on_quiet(fork)
            if because is not None or self.is_over(fork):
                return self.told(units, 'grader', because or OVER)
            self.begin(fork, units, 'grader')
        arguments = policy['workspace'], policy['declared'], grade['folder'], grade['output'], self.owners(policy)
        self.workers.do('grade', arguments, [fork.namespaces['mnt']], copied)

    def is_over(self, fork):
        return self.forks.get(fork.name) is not fork or bool(fork.after)

    def begin(self, fork, units, role):
        unit = units.asked[role]

        def begun(because, fds):
            if because is None and (self.is_over(fork) or role == 'agent' and units.graded):
                because = OVER
            if because is None:
                try:
                    units.worlds[role] = World(fork, cgroups.Group({'memory': f'/sys/fs/cgroup/system.slice/{unit["name"]}'}, True), *fds)
                    fds = []
                except OSError as error:
                    because = f'the unit {unit["name"]} ended as it began: {error}'
            for fd in fds:
                os.close(fd)
            self.told(units, role, because)
        self.keeper.ask('begin', (unit['name'], unit['text']), [fork.namespaces['mnt']], begun)

    def told(self, units, role, because):
        for ready in units.waiting.pop(role, []):
            ready(because)

    def end(self, fork, after):
        units = self.units.get(fork.name)
        for world in units.worlds.values() if units else ():
            world.kill()
        super().end(fork, after)

    def forget(self, fork):
        super().forget(fork)
        units = self.units.pop(fork.name, None)
        if units:
            for world in (*units.worlds.values(), *units.ended):
                world.close()
            self.keeper.ask('end', (), [], lambda because, _: because and os.write(2, f'units: {because}\n'.encode()))

    def on_settle(self, request):
        """Answers when all units of forks that are gone are gone too."""
        self.keeper.ask('settle', (), [], lambda because, _: self.answer(request))


def grade(server, fds, workspace, declared, folder, output, owners):
    """In a fork: copies the declared files into a folder of the verifier's, beside the one file that its grader will write."""
    kernel.setns(fds[0], kernel.CLONE_NEWNS)
    root = jobs.open_directory('/')
    lay = [(f'{folder}/{output}', None, 0o644)]
    for path in declared:
        try:
            source = kernel.openat2(root, path.lstrip('/'), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            continue  # what is not there has no copy
        facts = os.fstat(source)
        if stat.S_ISREG(facts.st_mode):
            lay.append((folder + path[len(workspace):], source, 0o644 | facts.st_mode & 0o111))
    files.put(root, [{'path': path, 'data': '', 'mode': mode, 'owner': 'verifier'} for path, _, mode in lay], owners)
    for path, source, _ in lay:
        if source is not None:
            target = kernel.openat2(root, path.lstrip('/'), os.O_WRONLY | os.O_NOFOLLOW)
            while data := os.read(source, 1 << 20):
                while data:
                    data = data[os.write(target, data):]
            os.close(target)
    return None
