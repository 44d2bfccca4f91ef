// The script is imported as text.
declare const text: string;
// biome-ignore lint/style/noDefaultExport: that is how text imports arrive
export default text;
