import { namesCommands, namesPaths, type PathWord, quotedWords, wordsIn } from './word.ts';

function setOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** Run what follows them. */
const wrappers = setOf('npx bunx pnpx cross-env cross-env-shell env sudo time exec xargs dotenv nohup');
const packageManagers = setOf('npm yarn pnpm bun');
/** What package managers do themselves; any other word of theirs is the name of a script or of a tool. */
const managed = setOf(
  'add audit cache ci config create dedupe deploy i import info init install link list login outdated pack',
  'patch prune publish rebuild remove rm set start stop store test unlink up update upgrade version why',
  'workspace workspaces',
);
/** Their words are names of tasks, services, branches and the like, or plain text. */
const nameTakers = setOf(
  'fw echo printf make just task nx turbo lerna rush gh glab vercel netlify wrangler firebase heroku fly',
  'docker docker-compose podman kubectl helm aws gcloud az run-s run-p npm-run-all concurrently wireit',
  'export unset alias trap kill pm2 systemctl service ssh curl wget which type command git',
);
/** These take whole command lines in quotes. */
const shells = setOf('concurrently sh bash zsh cross-env-shell');
const gitPaths = setOf('add rm mv diff ls-files log blame restore clean');
/** Flags whose value is a name. */
const nameFlags = setOf(
  '--filter -F --scope --project -p --projects --name -n --workspace -w --mode --env -e --target --tag -t',
  '--branch -b --service --only --job --profile --title -m --message --ext --rule --reporter --grep -g',
  '--project-name --group --label -l --tags',
);

// A quote behind a backslash opens nothing.
const tokens = /(?<!\\)"(?:[^"\\]|\\.)*"|'[^']*'|\\\r?\n|&&|\|\||[;|&\n()]|[^\s"';|&()]+/g;
const ending = /^(?:&&|\|\||[;|&\n()])$/;

/** What a key holds: command lines, a path, or words. */
export function wordsUnder(key: string, text: string, start: number): PathWord[] {
  return namesCommands(key) ? commandWords(text, start) : quotedWords(text, start, namesPaths(key));
}

/** The words of command lines. Names alone count if the command takes paths, as far as that is known. */
export function commandWords(text: string, offset: number): PathWord[] {
  const found: PathWord[] = [];
  const scan = new RegExp(tokens);
  let command = new Command();
  for (let match = scan.exec(text); match; match = scan.exec(text)) {
    const [token] = match;
    if (token.startsWith('\\')) continue;
    if (ending.test(token)) command = new Command();
    else if (token.startsWith('#')) {
      // A comment ends with its line; its quotes mean nothing.
      const end = text.indexOf('\n', match.index);
      scan.lastIndex = end === -1 ? text.length : end;
    } else for (const word of tokenWords(token, offset + match.index, command)) found.push(word);
  }
  return found;
}

function tokenWords(token: string, at: number, command: Command): PathWord[] {
  const quote = /^["']/.test(token) ? 1 : 0;
  const text = token.slice(quote, token.length - quote);
  const start = at + quote;
  if (quote === 0 || !/\s/.test(text)) return flagValue({ text, start, plain: command.takes(text) });
  const isCommand = shells.has(command.name);
  command.takes(text);
  return isCommand ? commandWords(text, start) : wordsIn(text, start, /[^\s"'`,;()]+/g);
}

/** `--dir=pages` and `DIR=pages`: the value is what may be a path. */
function flagValue(word: PathWord): PathWord[] {
  const [, key, value] = /^([\w.:-]+)=(.+)$/.exec(word.text) ?? [];
  if (key === undefined || value === undefined) return [word];
  return [{ text: value, start: word.start + key.length + 1, plain: namesPaths(key) }];
}

/** A command, as far as it has been read. */
class Command {
  name = '';
  /** What it does with the words behind its name; undefined before that. */
  #words: 'paths' | 'names' | undefined;
  #isManager = false;
  /** Whether the next word is a name by a flag before it. */
  #isName = false;

  /** Takes the next word, and tells whether it is a path although it may have no slash. */
  takes(word: string): boolean {
    if (word.startsWith('-')) {
      this.#isName = this.#isName || nameFlags.has(word);
      return false;
    }
    if (this.#isName) this.#isName = false;
    else if (this.#isManager) this.#startManaged(word);
    else if (this.#words !== undefined) {
      if (this.name === 'git' && gitPaths.has(word)) this.#words = 'paths';
      return this.#words === 'paths';
    } else if (packageManagers.has(word)) this.#isManager = true;
    else if (!wrappers.has(word) && !/^\w+=/.test(word)) this.#start(word);
    return false;
  }

  #start(word: string): void {
    this.name = word;
    const isKnown = nameTakers.has(word.slice(word.lastIndexOf('/') + 1));
    // What only a variable names may be anything.
    this.#words = isKnown || word.startsWith('$') ? 'names' : 'paths';
  }

  #startManaged(word: string): void {
    this.#isManager = false;
    if (/^(?:exec|dlx|x)$/.test(word)) return;
    if (/^run(?:-script)?$/.test(word)) {
      this.#words = 'paths';
      this.#isName = true;
    } else if (managed.has(word)) this.#words = 'names';
    else this.#start(word);
  }
}
