// Style sheets are imported as text.
declare module '*.css' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is how text imports arrive
  export default text;
}
