load('components/café')
