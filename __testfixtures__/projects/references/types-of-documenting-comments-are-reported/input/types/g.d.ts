declare const g: 1
