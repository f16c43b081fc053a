/** A value of a placeholder: text goes in anywhere, a list only where the placeholder is an argument of its own. */
export type Values = Readonly<Record<string, string | number | readonly string[]>>

// Braces in braces are the tool's own, as in docker's --format {{.Names}}.
const PLACEHOLDER = /(?<!\{)\{([a-z_]+)\}(?!\})/g

/** The names in braces in a template. */
export function placeholdersOf(template: readonly string[]): readonly string[] {
  return template.flatMap((argument) => [...argument.matchAll(PLACEHOLDER)].map((match) => match[1]!))
}

/**
 * A template with its placeholders filled in: one argument stays one argument, whatever is put into it, and a list becomes
 * as many arguments as it has. What is put in is not looked at again, so a value may hold braces.
 */
export function filled(template: readonly string[], values: Values): readonly string[] {
  return template.flatMap((argument) => {
    const whole = /^\{([a-z_]+)\}$/.exec(argument)?.[1]
    const value = whole === undefined ? undefined : values[whole]
    if (Array.isArray(value)) return value as readonly string[]
    return [argument.replace(PLACEHOLDER, (_, name: string) => {
      const given = values[name]
      if (given === undefined || Array.isArray(given)) throw new Error(`{${name}} has no value here`)
      return String(given)
    })]
  })
}
