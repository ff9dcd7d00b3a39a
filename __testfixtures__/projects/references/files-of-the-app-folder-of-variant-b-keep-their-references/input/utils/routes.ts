const a = import.meta.glob('../app/helpers/*.ts')
