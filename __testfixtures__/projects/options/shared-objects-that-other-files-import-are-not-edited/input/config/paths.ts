export const dir = { static: 'static', pages: 'pages' };
export const prerender = { routes: ['/a'] };
export const styles = '~/lib/main.css';
export const pathTo = { api: 'api', cache: '.cache' };
export const build = { templateUtils: false, payloadExtraction: true };
