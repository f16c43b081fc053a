/** The few quantiles that Polygraph uses of jstat, which ships no types. */
declare module 'jstat' {
  const jStat: {
    readonly beta: { inv(p: number, alpha: number, beta: number): number }
    readonly studentt: { inv(p: number, degreesOfFreedom: number): number }
    readonly normal: { inv(p: number, mean: number, standardDeviation: number): number }
    gammaln(x: number): number
  }
  export default jStat
}
