# Owner and a file that is made and removed, in each; the name of the file is this process's number.
wrong=
for folder in "$HOME" "$PWD"; do
  owner=$(stat -c %u "$folder")
  test "$owner" = "$(id -u)" || wrong="$wrong, $folder belongs to $owner"
  ( : > "$folder/$$" && rm "$folder/$$" ) 2> /dev/null || wrong="$wrong, no file can be made in $folder"
done
echo "${wrong:-, $HOME and $PWD belong to $(id -u) and can be written}" | cut -c 3-
test -z "$wrong"
