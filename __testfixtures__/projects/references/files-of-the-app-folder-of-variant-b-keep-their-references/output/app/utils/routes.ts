const a = import.meta.glob('../helpers/*.ts')
