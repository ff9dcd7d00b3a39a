import * as parser from '@babel/parser';
import * as compiler from '@vue/compiler-dom';
import ignore from 'ignore';
import * as jsonc from 'jsonc-parser';
import * as magicast from 'magicast';
import picomatch from 'picomatch';
import * as recast from 'recast';
import * as semver from 'semver';
import * as yaml from 'yaml';
import nuxt from '../../editions/nuxt.json';
import nuxtModules from '../../editions/nuxt-modules.json';

// What the engine loads with `require`, as far as it is of use in a browser.
const available = {
  ...{ '@babel/parser': parser, '@vue/compiler-dom': compiler, 'jsonc-parser': jsonc },
  ...{ ignore, magicast, picomatch, recast, semver, yaml },
  'fw-migrate/editions/nuxt-modules.json': nuxtModules,
  'fw-migrate/editions/nuxt.json': nuxt,
};

export function createRequire() {
  return (name) => {
    const found = available[name];
    if (!found) throw new Error(`\`${name}\` is not available on this page.`);
    return found;
  };
}
