// The amounts of work of a test: small ones for every change, full ones for the nightly run (`npm run test:nightly`).
export const isNightly = process.env.NIGHTLY === '1';

export const amount = (ordinary: number, nightly: number): number => (isNightly ? nightly : ordinary);
