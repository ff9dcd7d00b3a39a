Object.assign(globalThis, { isSetUp: true })
