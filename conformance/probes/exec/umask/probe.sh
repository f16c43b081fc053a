# By what the kernel gives a new file and a new directory, and not by what umask says alone.
touch made && mkdir made.d || { echo 'nothing can be made here'; exit 78; }
echo "umask $(umask): a file is $(stat -c %a made), a directory $(stat -c %a made.d)"
test -z "$(find made made.d -perm /022)"
