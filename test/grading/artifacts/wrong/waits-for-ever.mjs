// Never comes back.
export const add = () => { for (;;); }
export const mul = add
