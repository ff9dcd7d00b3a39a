/**
 * Makes Node see one folder (`FW_MIGRATE_FOLDS`) as macOS and Windows do: names that differ only in capitals, or in the
 * encoding of accents, are one file, and listings have the names as they were written. For `node --require`.
 */

const fs = require('node:fs');
const { dirname, join, resolve, sep } = require('node:path');
const { fileURLToPath } = require('node:url');
const { syncBuiltinESMExports } = require('node:module');

const { readdirSync, lstatSync } = fs;
const root = resolve(process.env.FW_MIGRATE_FOLDS ?? '/');
const folded = (name) => name.normalize('NFC').toLowerCase();

/** The path of what is there in any spelling; the last name is as it is given if nothing is. */
function spelled(given) {
  if (typeof given === 'number') return given;
  const text = given instanceof URL ? fileURLToPath(given) : String(given);
  const path = resolve(text);
  if (path !== root && !path.startsWith(root + sep)) return given;
  if (lstatSync(path, { throwIfNoEntry: false })) return path;
  let place = root;
  for (const name of path
    .slice(root.length + 1)
    .split(sep)
    .filter(Boolean)) {
    let names = [];
    try {
      names = readdirSync(place);
    } catch {}
    const there = names.includes(name)
      ? name
      : names.find((other) => folded(other) === folded(name));
    place = join(place, there ?? name);
  }
  return place;
}

/** A file may get another spelling of its own name. */
function target(from, to) {
  const path = spelled(to);
  const source = spelled(from);
  return path === source ? join(dirname(path), resolve(String(to)).split(sep).at(-1)) : path;
}

const one = [
  'access appendFile chmod chown exists lchown lstat lutimes mkdir open opendir readFile readdir readlink realpath rm',
  'rmdir stat truncate unlink utimes writeFile',
].flatMap((line) => line.split(' '));
const two = ['copyFile', 'cp', 'link', 'rename'];

function patch(module, name, placed) {
  const original = module[name];
  if (typeof original !== 'function') return;
  const patched = function (...args) {
    return original.apply(this, placed(args));
  };
  if (original.native) {
    const { native } = original;
    patched.native = (path, ...rest) => native(spelled(path), ...rest);
  }
  module[name] = patched;
}

const both =
  (isRename) =>
  ([from, to, ...rest]) => [spelled(from), isRename ? target(from, to) : spelled(to), ...rest];
for (const suffix of ['', 'Sync'])
  for (const module of suffix ? [fs] : [fs, fs.promises]) {
    for (const name of one)
      patch(module, name + suffix, ([path, ...rest]) => [spelled(path), ...rest]);
    for (const name of two) patch(module, name + suffix, both(name === 'rename'));
    patch(module, `symlink${suffix}`, ([to, path, ...rest]) => [to, spelled(path), ...rest]);
  }
syncBuiltinESMExports();
