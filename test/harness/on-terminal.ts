// Runs a command whose standard streams are a terminal, and passes its output and SIGTERM on: `bun on-terminal.ts COMMAND`. The end of this
// process closes the terminal, which ends the command.
const child = Bun.spawn(process.argv.slice(2), {
  terminal: { cols: 200, rows: 24, data: (_terminal, data) => process.stdout.write(data) },
});
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.exit(await child.exited);

export {};
