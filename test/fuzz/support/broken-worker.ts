// A worker that fails, in the way that a flag of the case names.
process.on('message', ({ flags }: { readonly flags: { readonly only?: readonly string[] } }) => {
  const [failure] = flags.only ?? [];
  if (failure === 'hang') for (;;);
  if (failure === 'die') process.kill(process.pid, 'SIGKILL');
  if (failure === 'throw') throw new RangeError('Maximum call stack size exceeded');
  process.send?.({ outcome: 'migrated' });
});
process.send?.('ready');
