// `playkeep secret`: a new random secret of 32 bytes.
import { randomBytes } from 'node:crypto';
import type { AddCommand } from './command.ts';

export const addSecret: AddCommand = (program, { print }) => {
  program
    .command('secret')
    .description('print a new random secret, fit for JWT_SECRET')
    .action(() => print(randomBytes(32).toString('base64url')));
};
