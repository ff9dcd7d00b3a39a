const archive = ['/2019', , '/2021'];

export default defineFwConfig({
  generate: { routes: [...archive, '/about'] },
  serverEngine: { prerender: { routes: ['/'] } },
});
