import { both, type OptionTable, rebased } from '../option.ts';
import { noDefault, section } from './row.ts';

const { option, group } = section('2.5');

/** The server that runs while developing. */
export const devServerOptions = {
  devServer: group('How the project is served while developing.'),
  'devServer.cors': group('Which other origins may ask the dev server.'),
  'devServer.cors.origin': option('array', both([{}]), 'Origins that the dev server answers.'),
  // No type is shown for the host.
  'devServer.host': option(['string', 'boolean'], noDefault, 'Network address to serve on while developing.'),
  'devServer.https': option(
    ['boolean', 'object'],
    both(false),
    'Whether the dev server speaks HTTPS; an object names its certificate.',
  ),
  'devServer.https.key': option('string', noDefault, 'File with the private key used for HTTPS.'),
  'devServer.https.cert': option('string', noDefault, 'File with the certificate used for HTTPS.'),
  'devServer.loadingTemplate': option(
    'function',
    noDefault,
    'Makes the page shown in the browser until the first build is done.',
  ),
  'devServer.port': option('number', both(3000), 'Port to serve on while developing.'),
  'devServer.url': option(
    'string',
    both('http://localhost:3000'),
    'Full address while developing; filled in on its own, so not to be set.',
  ),
  devServerHandlers: option('array', noDefault, 'Request handlers that exist only while developing.'),
  'devServerHandlers[].handler': option(
    ['string', 'function'],
    noDefault,
    'The handler of an entry that exists only while developing.',
    { fate: rebased },
  ),
  devtools: option(['object', 'boolean'], noDefault, 'Whether developer tools appear in the running app.'),
} as const satisfies OptionTable;
