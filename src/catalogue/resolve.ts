import * as nodeModule from 'node:module'

let registered = false

/**
 * Makes `import 'polygraph/…'` mean this program from any folder, so that a verifier needs no node_modules beside it and
 * can't meet another version of the contract. Does nothing on a Node without synchronous hooks (before 22.15).
 */
export function resolvePolygraphHere(): void {
  if (registered || typeof nodeModule.registerHooks !== 'function') return
  registered = true
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, specifier.startsWith('polygraph/') ? { ...context, parentURL: import.meta.url } : context),
  })
}
