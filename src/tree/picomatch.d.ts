/** The used part of a library that has no types. */

declare module 'picomatch' {
  const picomatch: {
    makeRe(pattern: string, options?: { dot?: boolean; debug?: boolean }): RegExp;
  };
  export default picomatch;
}
