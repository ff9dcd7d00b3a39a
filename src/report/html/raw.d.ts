/** The text of a file, which the bundler inserts. */
declare module '*?raw' {
  const text: string;
  export default text;
}
