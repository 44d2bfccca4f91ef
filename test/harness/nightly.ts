// How much a test does: what every change can wait for, or, in the nightly run (`npm run test:nightly`), all that is
// promised.
const isNightly = process.env.NIGHTLY === '1';

export const amount = (ordinary: number, nightly: number): number => (isNightly ? nightly : ordinary);
