const mainCss = '~~/styles/main.css';
const printCss = './styles/print.css';
const theme = '~~/styles/theme.css';

export default defineFwConfig({
  css: ['~~/styles/main.css', '~~/styles/print.css', '~~/styles/theme.css'],
  tailwindcss: { cssPath: mainCss },
  appConfig: { print: printCss },
  runtimeConfig: { public: { theme } },
  routeRules: { '/theme': { headers: { 'x-theme': theme } } },
});
