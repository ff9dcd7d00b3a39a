import { join } from 'node:path';
import { icons } from './where';

const styles = new URL('./app/assets/', import.meta.url);
const plugins = join(__dirname, 'app/plugins');

export default defineFwConfig({
  css: [new URL('./main.css', styles), new URL('./icons.css', icons)],
  plugins: [join(plugins, 'start.ts')],
});
