const done = await new Promise((resolve) => resolve('pages'))
