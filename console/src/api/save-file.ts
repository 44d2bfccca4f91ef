// Hands a file to the browser, which saves it among the downloads.

/** The time after which the browser has taken over the file. */
const keepMilliseconds = 60_000;

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keepMilliseconds);
}
