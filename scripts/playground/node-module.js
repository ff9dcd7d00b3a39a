import * as parser from '@babel/parser';
import * as magicast from 'magicast';
import * as recast from 'recast';

// What the engine loads with `require`, as far as it is of use in a browser.
const available = { '@babel/parser': parser, magicast, recast };

export function createRequire() {
  return (name) => {
    const found = available[name];
    if (!found) throw new Error(`\`${name}\` is not available on this page.`);
    return found;
  };
}
