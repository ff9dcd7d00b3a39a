declare const h: 1
