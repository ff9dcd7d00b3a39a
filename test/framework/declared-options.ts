import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Installed } from './install.ts';

/** Packages whose types say which options there are; those of other tools pass on whatever these take. */
const declaring = /\/node_modules\/(?:@nuxt\/schema|unimport)\//;

/** The paths of all options that the types of an installed framework declare, also of those without a default. */
export function declaredOptions({ folder }: Installed): string[] {
  const framework = createRequire(join(folder, 'package.json')).resolve('nuxt/package.json');
  const file = join(dirname(framework), 'declared-options.mts');
  const text =
    "import type { ConfigSchema } from '@nuxt/schema'\nexport declare const schema: ConfigSchema\n";
  const host = ts.createCompilerHost({});
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, language, ...rest) =>
    path === file
      ? ts.createSourceFile(path, text, language)
      : getSourceFile(path, language, ...rest);
  const resolution = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const program = ts.createProgram(
    [file],
    { ...resolution, strict: true, skipLibCheck: true },
    host,
  );
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  const collect = (type: ts.Type, path: string, above: readonly ts.Type[]): void => {
    if (above.includes(type) || type.getCallSignatures().length > 0) return;
    for (const member of type.getProperties()) {
      const from = member.declarations?.[0]?.getSourceFile().fileName ?? '';
      if (!declaring.test(from) || !/^[a-z][\w-]*$/i.test(member.name)) continue;
      const inner = path === '' ? member.name : `${path}.${member.name}`;
      found.add(inner);
      const value = checker.getNonNullableType(checker.getTypeOfSymbol(member));
      for (const part of value.isUnion() ? value.types : [value])
        collect(part, inner, [...above, type]);
    }
  };
  const module = program.getSourceFile(file);
  const exported = module && checker.getSymbolAtLocation(module);
  const [schema] = exported ? checker.getExportsOfModule(exported) : [];
  if (schema) collect(checker.getTypeOfSymbol(schema), '', []);
  return [...found].toSorted();
}
