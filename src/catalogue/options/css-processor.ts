import { notShown, type OptionTable } from '../option.ts';
import { section } from './row.ts';

const { option, group } = section('2.17');

// This section of the reference gives no defaults at all.
const unstated = { a: notShown, b: notShown };

/** The CSS post-processor. */
export const cssProcessorOptions = {
  cssProcessor: group('Settings of the CSS processor.'),
  'cssProcessor.order': option('function', unstated, 'Puts the plugins of the CSS processor in order.'),
  'cssProcessor.plugins': option('object', unstated, 'Plugins of the CSS processor, with their settings.'),
  'cssProcessor.plugins.autoprefixer': option(
    ['object', 'boolean'],
    unstated,
    'Settings of the plugin that writes vendor prefixes.',
  ),
  'cssProcessor.plugins.cssnano': option(
    ['object', 'boolean'],
    unstated,
    'Settings of the plugin that minifies CSS.',
  ),
} as const satisfies OptionTable;
