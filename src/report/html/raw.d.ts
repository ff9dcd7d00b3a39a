/** The text of a file, as the bundler puts it in. */
declare module '*?raw' {
  const text: string;
  export default text;
}
