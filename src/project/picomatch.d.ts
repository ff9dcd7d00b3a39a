/** The part of the library that is used; it has no types of its own. */
declare module 'picomatch' {
  export default function picomatch(
    pattern: string,
    options?: { dot?: boolean; debug?: boolean },
  ): (path: string) => boolean;
}
