import { watched } from './disks.ts';
import { scenarios } from './scenarios.ts';

// A process that is killed right before a call of a run: node jiti-cli.mjs killed-run.ts <scenario> <folder> <call>
const [, , name, folder = '', fatal] = process.argv;
const scenario = Object.entries(scenarios).find(([key]) => key === name)?.[1];
scenario?.act(
  folder,
  watched(({ number }) => {
    if (number === Number(fatal)) process.kill(process.pid, 'SIGKILL');
  }),
);
