import { both, type OptionTable } from '../option.ts';
import { noDefault, section } from './row.ts';
import { assetUrls } from './shared-values.ts';

const { option, group } = section('2.15');

/** The view library. */
export const uiOptions = {
  ui: group('Settings of the view library.'),
  'ui.compilerOptions': option('object', noDefault, 'What the compiler of the view library is told.'),
  'ui.config': option(
    'object',
    noDefault,
    'Global settings of the view library, as far as they are plain data.',
  ),
  'ui.propsDestructure': option('boolean', both(true), 'Whether destructured props stay reactive.'),
  'ui.runtimeCompiler': option('boolean', both(false), 'Whether templates can be compiled in the browser.'),
  'ui.transformAssetUrls': group('Attributes, by tag, whose URLs are bundled as assets.'),
  'ui.transformAssetUrls.image': option(
    'array',
    both(assetUrls.image),
    'Attributes of <image> that name assets.',
  ),
  'ui.transformAssetUrls.img': option('array', both(assetUrls.img), 'Attributes of <img> that name assets.'),
  'ui.transformAssetUrls.source': option(
    'array',
    both(assetUrls.source),
    'Attributes of <source> that name assets.',
  ),
  'ui.transformAssetUrls.use': option('array', both(assetUrls.use), 'Attributes of <use> that name assets.'),
  'ui.transformAssetUrls.video': option(
    'array',
    both(assetUrls.video),
    'Attributes of <video> that name assets.',
  ),
} as const satisfies OptionTable;
