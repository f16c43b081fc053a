import sys

if sys.argv[1] == 'zygote':
    import zygote
    zygote.main(sys.argv[2])
else:
    import server
    sys.exit(server.main(sys.argv[1:]))
