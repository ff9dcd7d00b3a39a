// A judge that is not up to its task: what it does, the case says in a flag.
process.on('message', ({ flags }: { readonly flags: { readonly only?: readonly string[] } }) => {
  const [deed] = flags.only ?? [];
  if (deed === 'hang') for (;;);
  if (deed === 'die') process.kill(process.pid, 'SIGKILL');
  if (deed === 'throw') throw new RangeError('Maximum call stack size exceeded');
  process.send?.({ outcome: 'migrated' });
});
process.send?.('ready');
