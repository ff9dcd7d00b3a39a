import { namesPaths, type Word, wordsIn } from './word.ts';

/** Run what follows them. */
const wrappers = new Set(
  'npx bunx pnpx cross-env cross-env-shell env sudo time exec xargs dotenv nohup'.split(' '),
);
const packageManagers = new Set('npm yarn pnpm bun'.split(' '));
/** What package managers do themselves; any other word of theirs is the name of a script or of a tool. */
const managed = new Set(
  [
    'add audit cache ci config create dedupe deploy i import info init install link list login outdated pack',
    'patch prune publish rebuild remove rm set start stop store test unlink up update upgrade version why',
    'workspace workspaces',
  ].flatMap((line) => line.split(' ')),
);
/** Their words are names of tasks, services, branches and the like, or plain text. */
const nameTakers = new Set(
  [
    'fw echo printf make just task nx turbo lerna rush gh glab vercel netlify wrangler firebase heroku fly',
    'docker docker-compose podman kubectl helm aws gcloud az run-s run-p npm-run-all concurrently wireit',
    'export unset alias trap kill pm2 systemctl service ssh curl wget which type command',
  ].flatMap((line) => line.split(' ')),
);
/** These take whole command lines in quotes. */
const shells = new Set('concurrently sh bash zsh cross-env-shell'.split(' '));
const gitPaths = new Set('add rm mv diff ls-files log blame restore clean'.split(' '));
/** Flags whose value is a name. */
const nameFlags = new Set(
  [
    '--filter -F --scope --project -p --projects --name -n --workspace -w --mode --env -e --target --tag -t',
    '--branch -b --service --only --job --profile --title -m --message --ext --rule --reporter --grep -g',
    '--project-name --group --label -l --tags',
  ].flatMap((line) => line.split(' ')),
);

// A quote behind a backslash opens nothing.
const tokens = /(?<!\\)"(?:[^"\\]|\\.)*"|'[^']*'|\\\r?\n|&&|\|\||[;|&\n()]|[^\s"';|&()]+/g;
const ending = /^(?:&&|\|\||[;|&\n()])$/;

/** What a command does with the words that follow its name. */
type Words = 'paths' | 'names';

/** The words of command lines. Names alone count where the command takes paths, as far as that is known. */
export function commandWords(text: string, offset: number): Word[] {
  const found: Word[] = [];
  const scan = new RegExp(tokens);
  let reader = createReader();
  for (let match = scan.exec(text); match; match = scan.exec(text)) {
    const [token] = match;
    if (token.startsWith('\\')) continue;
    if (ending.test(token)) reader = createReader();
    // A comment ends with its line; its quotes mean nothing.
    else if (token.startsWith('#')) scan.lastIndex = endOfLine(text, match.index);
    else for (const word of tokenWords(token, offset + match.index, reader)) found.push(word);
  }
  return found;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function tokenWords(token: string, at: number, reader: Reader): Word[] {
  const quote = /^["']/.test(token) ? 1 : 0;
  const text = token.slice(quote, token.length - quote);
  const start = at + quote;
  if (quote === 0 || !/\s/.test(text)) return flagValue({ text, start, plain: reader.next(text) });
  const isCommand = reader.takesCommands();
  reader.next(text);
  return isCommand ? commandWords(text, start) : wordsIn(text, start, /[^\s"'`,;()]+/g);
}

/** `--dir=pages` and `DIR=pages`: the value is what may be a path. */
function flagValue(word: Word): Word[] {
  const [, key, value] = /^([\w.:-]+)=(.+)$/.exec(word.text) ?? [];
  if (key === undefined || value === undefined) return [word];
  return [{ text: value, start: word.start + key.length + 1, plain: namesPaths(key) }];
}

interface Reader {
  /** Takes the next word of a command, and tells whether it is a path although it may have no slash. */
  next(word: string): boolean;
  takesCommands(): boolean;
}

function createReader(): Reader {
  let words: Words | undefined;
  let command = '';
  let manager = false;
  let isName = false;
  const start = (word: string): void => {
    command = word;
    const known = word.slice(word.lastIndexOf('/') + 1);
    // What only a variable names may be anything.
    words = nameTakers.has(known) || known === 'git' || word.startsWith('$') ? 'names' : 'paths';
  };
  const startManaged = (word: string): void => {
    manager = false;
    if (/^(?:exec|dlx|x)$/.test(word)) return;
    if (/^run(?:-script)?$/.test(word)) {
      words = 'paths';
      isName = true;
    } else if (managed.has(word)) words = 'names';
    else start(word);
  };
  return {
    next(word) {
      if (word.startsWith('-')) {
        isName = isName || nameFlags.has(word);
        return false;
      }
      if (isName) {
        isName = false;
        return false;
      }
      if (manager) startManaged(word);
      else if (words !== undefined) {
        if (command === 'git' && gitPaths.has(word)) words = 'paths';
        return words === 'paths';
      } else if (packageManagers.has(word)) manager = true;
      else if (!wrappers.has(word) && !/^\w+=/.test(word)) start(word);
      return false;
    },
    takesCommands: () => shells.has(command),
  };
}
