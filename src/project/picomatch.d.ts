/** The used part of the library, which has no types. */
declare module 'picomatch' {
  export default function picomatch(
    pattern: string,
    options?: { dot?: boolean; debug?: boolean },
  ): (path: string) => boolean;
}
