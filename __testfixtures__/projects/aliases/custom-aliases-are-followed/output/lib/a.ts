import '#all/app/pages/index'
