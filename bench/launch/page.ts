// The page.
export function writePage(): void {}
