"""Pid 1 of a fork: lays out the root, gives up every privilege, and then only reaps what is orphaned to it."""
import os
import signal

import kernel
import mounts

NAMESPACES = kernel.CLONE_NEWNS | kernel.CLONE_NEWPID | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS | kernel.CLONE_NEWCGROUP


def start(server, directory, base, layers, policy):
    """Returns (pid, socket). The socket says `u` when the user namespace waits for its maps, `r` when the fork is ready."""
    ours, theirs = server.socketpair()
    flags = NAMESPACES | (kernel.CLONE_NEWNET if policy['network'] == 'none' else 0)
    into = None
    try:
        if not policy['ownProcesses']:
            into = server.commons()
            flags &= ~kernel.CLONE_NEWPID
        order = {'directory': directory, 'mount': base.mount, 'lower': base.lower, 'layers': layers, 'policy': policy}
        return server.spawner.clone('init', flags, order, [theirs.fileno()], into), ours
    except OSError:
        ours.close()
        raise
    finally:
        theirs.close()


def run(server, order, channel):
    """The whole of pid 1. Never returns; a fault before the fork is ready is written to the channel as `e…`."""
    try:
        become(server, order, channel)
    except BaseException as error:
        try:
            os.write(channel, b'e' + f'{type(error).__name__}: {error}'.encode(errors='replace'))
        finally:
            os._exit(1)
    reap()


def become(server, order, channel):
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    policy = order['policy']
    mounts.build_root(order['directory'], order['mount'], order['lower'], order['layers'], policy, server)
    mounts.add_system(server, policy)
    if policy['network'] == 'none':
        kernel.loopback_up()
    kernel.libc.sethostname(b'host', 4)
    kernel.pivot_into('m')
    kernel.unshare(kernel.CLONE_NEWUSER)
    os.write(channel, b'u')
    if os.read(channel, 1) != b'm':
        os._exit(1)
    give_up(server.identity, server.identity.role('init', policy['writable'] == 'root'))
    kernel.rename_command_line(server.command_line, b'init')
    os.dup2(channel, 0)
    kernel.close_from(1)
    os.write(0, b'r')
    os.close(0)


def give_up(identity, who):
    """Every privilege, and the id where there is more than one."""
    if identity.tier != 'one-uid':
        os.setgroups([])
        os.setresgid(who, who, who)
        os.setresuid(who, who, who)
    kernel.drop_capabilities()
    kernel.set_capabilities()
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    # Both are reset by a change of user, so they come after it.
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


def start_commons(server):
    """Pid 1 of the process namespace of all forks whose policy gives them none of their own. Returns (pid, its namespace).

    It is not the server's own namespace: commands would see the server there, and with one id for all could end it.
    """
    ready, told = os.pipe()
    pid = kernel.clone(kernel.CLONE_NEWPID)
    if pid == 0:
        try:
            os.close(told)
            # Undumpable, its namespace could not be opened any more.
            os.read(ready, 1)
            give_up(server.identity, server.identity.outer(server.identity.role('init', False)))
            kernel.rename_command_line(server.command_line, b'init')
            kernel.close_from(0)
            reap()
        finally:
            os._exit(1)
    os.close(ready)
    namespace = os.open(f'/proc/{pid}/ns/pid', os.O_RDONLY | os.O_CLOEXEC)
    os.close(told)
    return pid, namespace


def reap():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass
        signal.sigwait({signal.SIGCHLD})
