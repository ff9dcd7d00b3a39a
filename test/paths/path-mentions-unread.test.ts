import { describe, expect, it } from 'vitest';
import { planRepository } from '../../src/check/checked-plan.ts';
import { type Snapshot, UnreadableFile } from '../../src/tree/snapshot.ts';
import { snapshotOf, treeOf } from '../repository/support/tree.ts';

const project = {
  'fw.config.ts': 'export default defineFwConfig({})\n',
  'pages/index.vue': '<template><p /></template>\n',
  'server/a.ts': 'export {}\n',
};

async function told(snapshot: Snapshot): Promise<string[]> {
  const { followUps } = await planRepository(snapshot, { steps: [] });
  return followUps.map(({ code, file, message }) => `${code} ${file}: ${message}`);
}

function toldOf(path: string, content: string | Buffer): Promise<string[]> {
  return told(snapshotOf(treeOf({ ...project, [path]: content })));
}

describe('files of tooling that are not searched', () => {
  const filling = `# ${'x'.repeat(998)}\n`.repeat(1001);

  it('because they are too long are told of where they seem to name what moves', async () => {
    expect(await toldOf('Dockerfile', `${filling}COPY ./pages ./pages\n`)).toEqual([
      'unsearched-file Dockerfile: The file is too large to be searched (1.0 MB). Its paths are not updated, and may refer to something that moves: check them.',
    ]);
    expect(await toldOf('Dockerfile', `${filling}COPY server server\n`)).toEqual([]);
  });

  it('because of their encoding are told of', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const message =
      'unsearched-file Dockerfile: The file is not UTF-8 text. Its paths are not updated, and may refer to something that moves: check them.';
    expect(await toldOf('Dockerfile', latin('# für\nCOPY pages pages\n'))).toEqual([message]);
    expect(await toldOf('Dockerfile', latin(`${filling}# für\nCOPY ./pages ./pages\n`))).toEqual([
      message,
    ]);
    expect(await toldOf('Dockerfile', Buffer.from('\uFEFFCOPY pages pages', 'utf16le'))).toEqual([
      message,
    ]);
    expect(await toldOf('notes.png', latin('für pages/index.vue'))).toEqual([]);
  });

  it('because they cannot be read are told of', async () => {
    const whole = snapshotOf(treeOf({ ...project, Dockerfile: '' }));
    const read = (path: string) => {
      if (path === 'Dockerfile') throw new UnreadableFile(path, 'may not be read');
      return whole.read(path);
    };
    expect(await told({ ...whole, read })).toEqual([
      'unsearched-file Dockerfile: The file may not be read. Its paths are not updated, and may refer to something that moves: check them.',
    ]);
  });
});
