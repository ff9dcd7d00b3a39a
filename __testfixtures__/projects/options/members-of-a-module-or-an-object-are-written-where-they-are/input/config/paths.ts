export const css = ['./assets/a.css']
export const generate = { routes: ['/y'] }
