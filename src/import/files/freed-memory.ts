// Memory of texts that an import is done with. The runtime frees it when it likes, which is late for a few texts of many megabytes each.

/** Characters of texts, after which those that are done with are freed. */
const CHARACTERS = 4 * 1024 * 1024;

/** @returns a function that gets the length of each text that is about to be made or read */
export function createFreeing(): (characters: number) => void {
  let passed = 0;
  return (characters) => {
    passed += characters;
    if (passed < CHARACTERS) return;
    passed = 0;
    Bun.gc(true);
  };
}
