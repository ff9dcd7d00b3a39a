/** A command as people type it, and what it is good for. */
export type Example = readonly [command: string, purpose: string];

/** What the help of each command shows. */
export const examples = {
  'fw-migrate': [
    ['fw-migrate v4 --dry-run', 'what the migration would do here'],
    ['fw-migrate v4', 'do it'],
    ['fw-migrate undo', 'undo it'],
    ['fw-migrate explain generate.routes', 'what happens to an option'],
    ['fw-migrate help v4', 'all about one command'],
  ],
  v4: [
    ['fw-migrate v4', 'migrate the repository in this folder'],
    ['fw-migrate v4 --dry-run > v4.patch', 'only the patch, for `git apply`'],
    ['fw-migrate v4 --dry-run --output v4.html', 'a page to look at and to share'],
    ['fw-migrate v4 --layout keep', 'move no folder'],
    ['fw-migrate v4 --skip generate', 'leave a transform out'],
    ['fw-migrate v4 --check --quiet || echo "not yet"', 'a gate for continuous integration'],
    ['fw-migrate v4 --verify-command "npm run --if-present types"', 'only if that still passes'],
  ],
  report: [
    ['fw-migrate v4 --dry-run --output run.json', 'keep the report of a run'],
    ['fw-migrate report run.json', 'read it again'],
    ['fw-migrate report run.json --output run.html', 'as a page'],
    ['fw-migrate report run.json --format markdown', 'for a pull request'],
  ],
  undo: [
    ['fw-migrate undo', 'take the last run in this folder back'],
    ['fw-migrate undo --force', 'although files were edited since'],
  ],
  effective: [
    ['fw-migrate effective', 'every option of the projects in this folder'],
    ['fw-migrate effective . dir.pages', 'one option'],
    ['fw-migrate effective --variant a --json', 'as Variant A reads it, for a script'],
  ],
  transform: [
    ['fw-migrate transform all --dry-run', 'every transform on the config in this folder, as a diff'],
    ['fw-migrate transform generate fw.config.ts', 'one transform on one file'],
    ['fw-migrate transform css,plugins - < fw.config.ts', 'from standard input to standard output'],
  ],
  list: [['fw-migrate list', 'all transforms']],
  explain: [
    ['fw-migrate explain generate.routes', 'an option'],
    ['fw-migrate explain generate-exclude-active', 'a follow-up'],
  ],
  completion: [
    ['fw-migrate completion bash > ~/.fw-migrate.bash', 'then add to ~/.bashrc: source ~/.fw-migrate.bash'],
    ['fw-migrate completion zsh > _fw-migrate', 'put it into a folder of $fpath'],
    ['fw-migrate completion fish > fw-migrate.fish', 'put it into ~/.config/fish/completions'],
  ],
} as const satisfies { readonly [command: string]: readonly Example[] };

/** The examples of a command as a part of its help. */
export function exampleText(command: keyof typeof examples): string {
  const shown: readonly Example[] = examples[command];
  const width = Math.max(...shown.map(([text]) => text.length));
  const lines = shown.map(([text, purpose]) =>
    width < 45 ? `  ${text.padEnd(width)}  ${purpose}` : `  ${text}\n      ${purpose}`,
  );
  return `\nExamples:\n${lines.join('\n')}`;
}
