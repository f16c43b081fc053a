import { kept } from 'polygraph/probe'

// Before 1970, long past, and with a fraction of a second, as tar and make tell old from new.
export default kept({
  make: 'echo x > old && echo x > exact && mkdir folder && touch -d @1 old && touch -d @1234567890.123456789 exact folder',
  facts: 'stat -c "%.9Y %n" old exact folder',
})
