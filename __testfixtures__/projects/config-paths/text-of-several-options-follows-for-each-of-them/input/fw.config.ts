const mainCss = '~/styles/main.css';
const printCss = './styles/print.css';
const theme = '~/styles/theme.css';

export default defineFwConfig({
  css: [mainCss, printCss, theme],
  tailwindcss: { cssPath: mainCss },
  appConfig: { print: printCss },
  runtimeConfig: { public: { theme } },
  routeRules: { '/theme': { headers: { 'x-theme': theme } } },
});
