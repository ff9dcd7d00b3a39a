/** The used part of the library, which has no types. */
declare module 'picomatch' {
  const picomatch: {
    makeRe(pattern: string, options?: { dot?: boolean; debug?: boolean }): RegExp;
  };
  export default picomatch;
}
